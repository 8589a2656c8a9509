import { badParameter } from '../subsonic-error.ts'

const WHOLE = /^[+-]?\d{1,15}$/
const DECIMAL = /^[+-]?\d{1,15}(?:\.\d{0,15})?$/

/** The parameters of a call, from its address and its form. A form's parameter replaces the address's of the same name. */
export class Parameters {
  #values: ReadonlyMap<string, readonly string[]> = new Map()

  constructor(url: string, form: string | undefined) {
    const query = url.slice(url.indexOf('?') + 1)
    if (url.includes('?')) this.#add(query)
    if (form !== undefined) this.#add(form)
  }

  // In one pass: asking for each name anew takes minutes for a form of nothing but names.
  #add(text: string): void {
    const added = new Map<string, string[]>()
    for (const [name, value] of new URLSearchParams(text)) {
      const values = added.get(name)
      if (values) values.push(value)
      else added.set(name, [value])
    }
    this.#values = new Map([...this.#values, ...added])
  }

  /** The last value of this name. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.at(-1)
  }

  /** All values of this name. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** @throws SubsonicError (10) if it is missing or empty */
  required(name: string): string {
    const value = this.get(name)
    if (value === undefined || value === '') throw badParameter(name, 'is missing')
    return value
  }

  /** A whole number, moved into the range. @throws SubsonicError (10) if it is no number */
  whole(name: string, { or, least, most }: { or: number; least: number; most: number }): number {
    return Math.min(most, Math.max(least, this.wholeIfGiven(name) ?? or))
  }

  /** @throws SubsonicError (10) if it is no number */
  wholeIfGiven(name: string): number | undefined {
    return this.#numberIfGiven(name, WHOLE, 'is no whole number')
  }

  /** Seconds without their fraction. @throws SubsonicError (10) if they are no number */
  secondsIfGiven(name: string): number | undefined {
    const seconds = this.#numberIfGiven(name, DECIMAL, 'is no number')
    return seconds && Math.trunc(seconds)
  }

  #numberIfGiven(name: string, form: RegExp, problem: string): number | undefined {
    const value = this.get(name)
    if (value === undefined || value === '') return undefined
    if (!form.test(value)) throw badParameter(name, problem)
    return Number(value)
  }

  flag(name: string, or: boolean): boolean {
    const value = this.get(name)
    return value === undefined || value === '' ? or : value.toLowerCase() === 'true'
  }
}
