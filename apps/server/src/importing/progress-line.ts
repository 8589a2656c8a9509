import type { ImportProgress } from './import-report.ts'

const REDRAW_MS = 100
const PLAIN_MS = 2_000
const BAR = 30

export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Shows the progress of an import: a bar on a terminal, otherwise a line at most every two seconds. */
export class ProgressLine {
  readonly #output: ProgressOutput
  readonly #now: () => number
  #shownAt: number
  #drawn = false

  constructor(output: ProgressOutput, now: () => number = Date.now) {
    this.#output = output
    this.#now = now
    // An import of less than two seconds prints no line.
    this.#shownAt = output.isTTY ? Number.NEGATIVE_INFINITY : now()
  }

  show(progress: ImportProgress): void {
    const terminal = this.#output.isTTY === true
    if (this.#now() - this.#shownAt < (terminal ? REDRAW_MS : PLAIN_MS)) return
    this.#shownAt = this.#now()
    if (terminal) {
      this.#drawn = true
      this.#output.write(`\r${bar(progress)}\x1b[K`)
    } else {
      this.#output.write(`${plain(progress)}\n`)
    }
  }

  /** Removes the bar from the terminal. */
  clear(): void {
    if (this.#drawn) this.#output.write('\r\x1b[K')
    this.#drawn = false
  }
}

function bar({ step, done, total }: ImportProgress): string {
  if (step === 'looking') return 'Looking through the folders…'
  const filled = total === 0 ? BAR : Math.floor((done / total) * BAR)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done} of ${total} files`
}

function plain({ step, done, total }: ImportProgress): string {
  return step === 'looking' ? 'Looking through the folders…' : `${done} of ${total} files`
}
