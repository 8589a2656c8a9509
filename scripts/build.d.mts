export function buildStale(names?: readonly ('pages' | 'service')[]): void
export function programPath(name: string): string
