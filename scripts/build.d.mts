export function buildStale(names?: readonly ('pages' | 'service')[]): Promise<void>
export function programPath(name: string): string
export function builtProgram(name: string): string | undefined
