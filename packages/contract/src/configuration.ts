import * as z from 'zod/mini'
import { GUEST_MODES, SIGN_UP_MODES } from './administration/settings.ts'
import { operation } from './operation.ts'
import { noInput } from './values.ts'

/** What the pages must know about this server before they show anything. */
const configuration = z.object({
  /** What the service calls itself. */
  name: z.string(),
  /** True while the sample catalogue is what is served. */
  sample: z.boolean(),
  /** The site for artists: an absolute address, or the server's own page. */
  artistsUrl: z.string(),
  /** Target of Contact's chat link: an absolute address, or the site root. */
  chatUrl: z.string(),
  /**
   * The identity provider: our client id, and where to send listeners with `response_type=id_token`. Null if none is
   * configured or its configuration could not be fetched yet.
   */
  google: z.nullable(z.object({ clientId: z.string(), address: z.string() })),
  /** Who may create an account. */
  signUp: z.enum(SIGN_UP_MODES),
  /** Whether email leaves the service: without it, no address can be verified and no password reset. */
  sendsEmail: z.boolean(),
  /** Whether guests may listen. */
  guests: z.enum(GUEST_MODES),
  /** The `applicationServerKey` for push subscriptions: our public key in base64url (RFC 8292). */
  pushKey: z.string(),
})
export type Configuration = z.infer<typeof configuration>

export const fetchConfiguration = operation({
  name: 'fetchConfiguration',
  summary: 'What the pages must know about this server.',
  method: 'GET',
  path: '/api/configuration',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'public',
  input: noInput,
  output: configuration,
})
