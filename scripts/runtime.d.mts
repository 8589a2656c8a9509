export const root: string
export function defaultDataDir(
  packaged: boolean,
  machine: { readonly platform: string; readonly env: Readonly<Record<string, string>> },
): string
export function findNode(folder?: string): string | undefined
export const runtimePackage: string
