/** Queries of a process since its start. */
export class QueryCounter {
  count = 0
  /** Time until their results were there, together. */
  seconds = 0

  add(milliseconds: number): void {
    this.count++
    this.seconds += milliseconds / 1000
  }
}
