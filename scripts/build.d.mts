export const EXTERNAL_PACKAGES: string[]
export function buildStale(names?: readonly ('pages' | 'service')[]): void
export function programPath(name: string): string
