/* The service worker: pages come from the server; when it is away, a page that waits for it. And it is called when a table waits. */
"use strict";
const KEPT = "knaves-1";
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add("/offline")).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(() => caches.match("/offline")));
});
self.addEventListener("push", (event) => {
  const told = event.data.json();
  event.waitUntil(self.registration.showNotification(told.title, { body: told.body, tag: told.tag, data: told.open, icon: "/static/favicon.svg" }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
