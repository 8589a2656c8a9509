export function isInstalled(what: 'run' | 'build' | 'all', folder?: string): boolean
