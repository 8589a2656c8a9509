import type { Database } from '../database/tables.ts'
import { isSetUpOpen } from './set-up-store.ts'

/** Whether the set-up is offered. Once it is closed, the database is not asked again. */
export class SetUpState {
  readonly #db: Database
  #isClosed: boolean

  /** @param isOffered false if the operator does not want it */
  constructor(db: Database, isOffered: boolean) {
    this.#db = db
    this.#isClosed = !isOffered
  }

  async isOpen(): Promise<boolean> {
    this.#isClosed ||= !(await isSetUpOpen(this.#db))
    return !this.#isClosed
  }
}
