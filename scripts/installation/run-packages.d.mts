export const EXTERNAL_PACKAGES: string[]
