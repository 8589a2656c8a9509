export function withLock<T>(folder: string, step: () => T | Promise<T>): Promise<T>
