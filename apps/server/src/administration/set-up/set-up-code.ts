import { randomBytes } from 'node:crypto'
import { hashToken } from '../../account/sessions/token.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { isSetUpCode, isSetUpOpen, storeSetUpCode } from '../../set-up/set-up-store.ts'

const CODE_BYTES = 16

/** Creates the code that this start prints, in place of an earlier one. @returns undefined if the set-up is closed */
export async function createSetUpCode(db: Database): Promise<string | undefined> {
  if (!(await isSetUpOpen(db))) return undefined
  const code = randomBytes(CODE_BYTES).toString('hex')
  await write(db, tx => storeSetUpCode(tx, hashToken(code)))
  return code
}

/** Whether it is the code that the last start printed; people type it. */
export const isRightCode = (db: Database, code: string) =>
  isSetUpCode(db, hashToken(code.trim().toLowerCase()))
