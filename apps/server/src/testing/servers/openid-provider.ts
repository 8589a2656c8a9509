import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'
import { onTestFinished } from 'vitest'

export const CLIENT_ID = 'refrain-of-a-test'
const REDIRECT = 'https://music.example.org/login'
const LOCAL_REDIRECT = 'http://127.0.0.1/login'

/** A user of the provider. */
export interface Person {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

/** Handles a sign-in: ends it with `approveSignIn` or an error of the provider's. */
type Interact = (provider: Provider, request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Starts an OpenID Connect provider until the test ends. It signs in everybody as `person` at once. */
export async function startOpenIdProvider(person: Person) {
  const started = await startInteractiveProvider(person, (...visit) =>
    approveSignIn(...visit, started.person().sub),
  )
  onTestFinished(started.stop)
  return started
}

/**
 * The same until stopped, with an interactive sign-in.
 * @param host host name of the provider; another one than the pages' makes it another site
 */
export async function startInteractiveProvider(person: Person, interact: Interact, host = '127.0.0.1') {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  const now = { person }
  const provider = new Provider(
    issuer,
    configurationOf(key, () => now.person),
  )
  const oidc = provider.callback()
  let asked = 0

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url?.startsWith('/.well-known/')) asked++
    if (!request.url?.startsWith('/interaction/')) {
      oidc(request, response)
      return
    }
    interact(provider, request, response).catch(error => {
      response.statusCode = 500
      response.end(String(error))
    })
  }

  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }
  return {
    issuer,
    stop,
    person: () => now.person,
    /** How often the discovery document was fetched. */
    asked: () => asked,
    /** Changes the person who signs in. */
    becomes(other: Person) {
      now.person = other
    },
    /** Signs in there as a browser does. @returns the ID token */
    signIn: (address: string, nonce: string) => follow(address, nonce),
    /** A token with these claims, signed with the provider's key. */
    sign: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey),
  }
}

function configurationOf(key: object, person: () => Person): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        // Allows pages on any port of this machine.
        application_type: 'native',
        redirect_uris: [REDIRECT, LOCAL_REDIRECT],
        response_types: ['id_token'],
        grant_types: ['implicit'],
        token_endpoint_auth_method: 'none',
      },
    ],
    responseTypes: ['id_token'],
    adapter: memoryAdapter(),
    jwks: { keys: [key as never] },
    cookies: { keys: ['of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    ttl: { Session: 60, Grant: 60, Interaction: 60, IdToken: 3600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ email_verified: true, ...person() }),
    }),
  }
}

/** In-memory storage of the provider. */
function memoryAdapter(): (name: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  return name => ({
    async upsert(id, payload) {
      kept.set(`${name} ${id}`, payload)
    },
    find: async id => kept.get(`${name} ${id}`),
    findByUid: async uid => [...kept.values()].find(payload => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume() {},
    async destroy(id) {
      kept.delete(`${name} ${id}`)
    },
    async revokeByGrantId() {},
  })
}

/** Logs in and grants all consents. */
export async function approveSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  accountId: string,
): Promise<void> {
  const grant = new provider.Grant({ accountId, clientId: CLIENT_ID })
  grant.addOIDCScope('openid email profile')
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
}

/** Follows redirects with cookies until they lead back to the page. */
async function follow(address: string, nonce: string): Promise<string> {
  const asking = {
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT,
    response_type: 'id_token',
    scope: 'openid email profile',
    state: 'of a test',
    nonce,
  }
  let next = `${address}?${new URLSearchParams(asking)}`
  const cookies = new Map<string, string>()
  for (let steps = 0; steps < 10; steps++) {
    const cookie = Array.from(cookies, pair => pair.join('=')).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] as string).split(/=(.*)/s)
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider answers ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (next.startsWith(REDIRECT)) break
  }
  const token = new URLSearchParams(new URL(next).hash.slice(1)).get('id_token')
  if (!token) throw new Error(`The provider gives no token: ${next}`)
  return token
}
