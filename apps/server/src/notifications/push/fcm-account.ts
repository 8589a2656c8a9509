import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { OperatorError } from '../../settings.ts'

const account = z.object({
  project_id: z.string().check(z.regex(/^[\w.:-]+$/)),
  client_email: z.string(),
  private_key: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----')),
  token_uri: z._default(z.url({ protocol: /^https?$/ }), 'https://oauth2.googleapis.com/token'),
})

/** Signature algorithm that Google requires. */
export const SIGNING_ALGORITHM = 'RS256'

/** A service account in the JSON format of Firebase. */
export type FcmAccount = z.infer<typeof account>

/** @throws OperatorError if the file cannot be read or is not a usable service account */
export async function readFcmAccount(path: string): Promise<FcmAccount> {
  const refuse = (why: string): never => {
    throw new OperatorError(
      `The file that FCM_SERVICE_ACCOUNT names, ${path}, ${why}: see docs/operating.md.`,
    )
  }
  const { importPKCS8 } = await import('jose')
  const text = await readFile(path, 'utf8').catch(() => refuse('cannot be read'))
  try {
    const read = account.parse(JSON.parse(text))
    await importPKCS8(read.private_key, SIGNING_ALGORITHM)
    return read
  } catch {
    return refuse('is no service account')
  }
}
