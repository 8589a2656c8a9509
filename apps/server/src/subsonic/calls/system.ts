import { type Call, type Calls, read } from '../call.ts'
import { extensionsOf } from '../extensions.ts'

const LICENSED_UNTIL = '2099-12-31T00:00:00.000Z'

/** Anybody may ask: apps do so before they sign in. */
export const PUBLIC_CALL = 'getOpenSubsonicExtensions'

/** Written here, since it has no caller. */
export const extensionsAnswer = (canTranscode: boolean) => ({
  openSubsonicExtensions: extensionsOf({ canTranscode }).map(({ name, versions }) => ({
    name,
    versions: [...versions],
  })),
})

const ping: Call = read(() => ({}))

export const systemCalls = (): Calls => ({
  ping,
  // Older apps stop without a licence.
  getLicense: read(({ caller }) => ({
    license: { valid: true, email: caller.email, licenseExpires: LICENSED_UNTIL },
  })),
  tokenInfo: read(({ caller }) => ({ tokenInfo: { username: caller.username } })),
})
