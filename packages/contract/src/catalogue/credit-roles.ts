/** What people other than performers do for a track, in the order in which credits list them. */
export const CREDIT_ROLES = ['composer', 'lyricist', 'arranger', 'conductor', 'producer', 'remixer'] as const

export type CreditRole = (typeof CREDIT_ROLES)[number]
