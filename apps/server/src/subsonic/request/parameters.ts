import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { byteLimits } from '@refrain/contract/limits'
import { repairText } from '@refrain/contract/outside-text'
import { badParameter } from '../subsonic-error.ts'
import { decodeField, ESCAPED_BYTES } from './decode-field.ts'
import { type FieldPlace, findFields } from './find-fields.ts'

const WHOLE = /^[+-]?\d{1,15}$/
const DECIMAL = /^[+-]?\d{1,15}(?:\.\d{0,15})?$/
/** Bytes that are decoded before others get a turn. */
const STEP_BYTES = 64 * 1024
/** May have lines, and be longer than other values. */
const COMMENT = 'comment'

/** The values of one name, as they were sent and as far as they are decoded. */
interface Field {
  readonly source: Buffer
  readonly places: readonly FieldPlace[]
  readonly values: (string | undefined)[]
}

/**
 * The parameters of a call, from its address and its form. A form's parameter replaces the address's of the same name. Values are
 * decoded, and made to keep the rule for texts from outside, when they are asked for.
 */
export class Parameters {
  readonly #fields = new Map<string, Field>()

  /** Reads the parameters of an address. @throws SubsonicError (0, 10) beyond the limits */
  static async ofAddress(url: string): Promise<Parameters> {
    const parameters = new Parameters()
    const query = url.indexOf('?') + 1
    // Node gives the bytes of an address as Latin-1.
    if (query > 0) await parameters.addForm(Buffer.from(url.slice(query), 'latin1'))
    return parameters
  }

  /** Adds the parameters of a form, in one pass. @throws SubsonicError (0, 10) beyond the limits */
  async addForm(source: Buffer): Promise<void> {
    for (const [name, places] of await findFields(source))
      this.#fields.set(name, { source, places, values: [] })
  }

  /**
   * Decodes all values, yielding to the event loop every 64 KB. For callers whose login is right: before, only what is asked for
   * is decoded.
   * @throws SubsonicError (10) for a value that is too long
   */
  async decodeAll(): Promise<void> {
    let left = STEP_BYTES
    for (const [name, { places }] of this.#fields)
      for (const [index, { start, end }] of places.entries()) {
        this.#decode(name, index)
        left -= end - start
        if (left > 0) continue
        await yieldToEventLoop()
        left = STEP_BYTES
      }
  }

  #decode(name: string, index: number): string | undefined {
    const field = this.#fields.get(name)
    const place = field?.places[index]
    if (!field || !place) return undefined
    const known = field.values[index]
    if (known !== undefined) return known
    const most = name === COMMENT ? byteLimits.appComment : byteLimits.appValue
    const encoded = field.source.subarray(place.start, place.end)
    const text = encoded.length > most * ESCAPED_BYTES ? undefined : decodeField(encoded)
    if (text === undefined || Buffer.byteLength(text) > most) throw badParameter(name, 'is too long')
    const value = repairText(text, { hasLines: name === COMMENT })
    field.values[index] = value
    return value
  }

  /** The last value of this name. @throws SubsonicError (10) if it is too long */
  get(name: string): string | undefined {
    return this.#decode(name, (this.#fields.get(name)?.places.length ?? 0) - 1)
  }

  /** All values of this name. @throws SubsonicError (10) if one is too long */
  all(name: string): readonly string[] {
    const { places = [] } = this.#fields.get(name) ?? {}
    return places.map((_, index) => this.#decode(name, index) as string)
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
