import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { OperatorError } from '../settings.ts'

const account = z.object({
  project_id: z.string().check(z.regex(/^[\w.:-]+$/)),
  client_email: z.string(),
  private_key: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----')),
  token_uri: z._default(z.url({ protocol: /^https?$/ }), 'https://oauth2.googleapis.com/token'),
})

/** A service account as Firebase hands it out, in a file of JSON. */
export type FcmAccount = z.infer<typeof account>

/** @throws OperatorError where the file is none */
export async function readFcmAccount(path: string): Promise<FcmAccount> {
  try {
    return account.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    throw new OperatorError(
      `The file that FCM_SERVICE_ACCOUNT names, ${path}, is no service account: see docs/operating.md.`,
    )
  }
}
