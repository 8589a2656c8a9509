/** As apps expect times. */
export function toTime(instant: number): string {
  return new Date(instant).toISOString()
}

/** The year of an ISO date. */
export function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}

/** The parts of an ISO date that may lack its day or month. */
export function dateParts(date: string) {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number)
  return { year, ...(month && { month }), ...(day && { day }) }
}
