import * as z from 'zod/mini'
import { readSettingFile } from '../../read-setting-file.ts'
import { SettingError } from '../../settings.ts'

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

/** @throws SettingError if the file cannot be read or is not a usable service account */
export async function readFcmAccount(path: string): Promise<FcmAccount> {
  const { importPKCS8 } = await import('jose')
  const text = await readSettingFile('FCM_SERVICE_ACCOUNT', path)
  try {
    const read = account.parse(JSON.parse(text))
    await importPKCS8(read.private_key, SIGNING_ALGORITHM)
    return read
  } catch {
    throw new SettingError(
      `The file of FCM_SERVICE_ACCOUNT, ${path}, is no service account: it must be the JSON file with project_id, client_email and private_key that the Firebase console makes under Project settings, Service accounts.`,
    )
  }
}
