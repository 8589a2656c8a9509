import * as z from 'zod/mini'
import { operation } from './operation.ts'

/** What the pages must know about this server before they show anything. */
export const configuration = z.object({
  name: z.string(),
  /** True while the sample catalogue is what is served. */
  sample: z.boolean(),
  /** Where the site for artists is: an absolute address, or a page of the server's own (PROP-04). */
  artistsUrl: z.string(),
  /** Where Contact's chat link leads: an absolute address, or the site root (PROP-57). */
  chatUrl: z.string(),
  /**
   * Who signs listeners in beside us: what it knows us by, and where they are sent, with `response_type=id_token`;
   * null where that is not set up, or it has not answered yet.
   */
  google: z.nullable(z.object({ clientId: z.string(), address: z.string() })),
  /** What a browser subscribes to push with (`applicationServerKey`): our public key, in base64url (RFC 8292). */
  pushKey: z.string(),
})
export type Configuration = z.infer<typeof configuration>

export const fetchConfiguration = operation({
  name: 'fetchConfiguration',
  summary: 'What the pages must know about this server.',
  method: 'GET',
  path: '/api/configuration',
  who: 'guest',
  caching: 'public',
  input: z.strictObject({}),
  output: configuration,
})

export const configurationOperations = [fetchConfiguration] as const
