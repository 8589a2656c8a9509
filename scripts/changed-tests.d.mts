/** Names of folders of `journeys` for the domains that these files belong to. */
export function journeyDomains(paths: readonly string[]): string[]
