export function hasBuildTools(folder?: string): boolean
export function removeBuildTools(folder?: string): void
export function hasDevelopmentPackages(folder: string): boolean
