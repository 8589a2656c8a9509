export interface InstalledPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly needed: 'run' | 'build' | 'develop'
  readonly bytes: number
}
export function readInstalledPackages(folder: string): InstalledPackage[]
