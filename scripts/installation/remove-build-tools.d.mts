export function hasBuildTools(folder?: string): boolean
export function removeBuildTools(folder?: string): void
