export const root: string
export function buildStalePages(): void
export function findNode(folder?: string): string | undefined
export function isInstalled(what: 'service' | 'all', folder?: string): boolean
