export function findChromium(env?: Record<string, string | undefined>): string | undefined
export function findHeadlessShell(env?: Record<string, string | undefined>): string | undefined
