export function arrived() {}
export function answered() {}
