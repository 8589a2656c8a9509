export const WEBKIT_ADVICE: string
export function findWebKit(
  env?: NodeJS.ProcessEnv,
): { readonly browser: string; readonly driver: string; readonly screen: string } | undefined
