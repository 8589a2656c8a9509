/** As apps expect times. */
export function toTime(instant: number): string {
  return new Date(instant).toISOString()
}

/** The year of a release, if it is known. */
export function yearField({ releaseDate, originalDate }: { releaseDate: string; originalDate: string }) {
  const date = releaseDate || originalDate
  return date === '' ? {} : { year: Number(date.slice(0, 4)) }
}

/** The parts of a date that may lack its day or month; nothing of an unknown one. */
export function dateField(name: string, date: string) {
  if (date === '') return {}
  const [year, month, day] = date.split('-').map(Number)
  return { [name]: { year, ...(month && { month }), ...(day && { day }) } }
}
