import { readFile } from 'node:fs/promises'
import { RequestError } from '../../http/errors/request-errors.ts'

const FILE = new URL('./common-passwords.txt', import.meta.url)

let common: Promise<ReadonlySet<string>> | undefined

/** Whether the password is on the list of common ones, which is read on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList().catch(error => {
    // The next call tries again.
    common = undefined
    throw error
  })
  return (await common).has(password.toLowerCase())
}

/** @throws RequestError (400) for a common password */
export async function rejectCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) {
    throw new RequestError(400, 'This password is one of the most common ones: choose another.')
  }
}

async function readList(): Promise<ReadonlySet<string>> {
  const text = await readFile(FILE, 'utf8')
  const [, list = ''] = text.split('\n\n')
  return new Set(list.trimEnd().split('\n'))
}
