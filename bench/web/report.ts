/** Prints a figure beside its limit. */
export function report(name: string, value: number, limit: number, unit: string, digits = 0): void {
  const missed = Number(value.toFixed(digits)) > limit ? '  MISSED' : ''
  console.log(`  ${name.padEnd(17)} ${value.toFixed(digits)} ${unit} (at most ${limit})${missed}`)
}
