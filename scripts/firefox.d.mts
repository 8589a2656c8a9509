export const FIREFOX_ADVICE: string
export function findFirefox(env?: NodeJS.ProcessEnv): string | undefined
export function canTestFirefox(env?: NodeJS.ProcessEnv): boolean
