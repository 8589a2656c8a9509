import { byteLimits } from '@refrain/contract/limits'
import { APPS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppKeys } from '../account/app-keys/app-keys.ts'
import type { SealingKey } from '../account/app-keys/sealing-key.ts'
import { queryContext } from '../database/connection-scheduler.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { clientAddress } from '../http/limits/rate-limits.ts'
import { seeListener } from '../http/limits/see-listener.ts'
import { limitJson } from '../http/requests/json-body.ts'
import { log } from '../log/log.ts'
import { allCalls } from './all-calls.ts'
import type { Call, CallParts } from './call.ts'
import { extensionsAnswer, PUBLIC_CALL } from './calls/system.ts'
import { authenticate } from './request/authenticate.ts'
import { CallLimits } from './request/call-limits.ts'
import { GuessLimits } from './request/guess-limits.ts'
import { LargeForms } from './request/large-forms.ts'
import { Parameters } from './request/parameters.ts'
import { type AnswerFormat, readFormat, requireCallback } from './response/answer-format.ts'
import { CORS_HEADERS } from './response/cors.ts'
import { sendAnswer, sendRefusal } from './response/send-answer.ts'
import { helpUrlOf } from './shapes/origin.ts'
import { CODES, SubsonicError, toSubsonicError } from './subsonic-error.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'] as const
/** The only call by DELETE: aonsoku deletes playlists so. */
const DELETING_CALL = 'deletePlaylist'
const FORM = 'application/x-www-form-urlencoded'
const PREFLIGHT_SECONDS = 86_400
/** Seconds for what reads much, such as all artists of a large catalogue. */
const DEADLINE_SECONDS = 25

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call of an app, once they are read. */
    appParameters: Parameters | undefined
  }
}

export interface SubsonicParts extends CallParts {
  readonly sealing: SealingKey
  /** The product's version. */
  readonly version: string
  /** Whether answers may be scripts; any page that may run our scripts could run these. */
  readonly offersJsonp: boolean
}

/**
 * Answers apps in the protocol of Subsonic, with the extensions of OpenSubsonic. One more way to the operations and stores of
 * the service: nothing here decides who may do what, but for the scopes of app passwords.
 */
export function registerSubsonic(app: FastifyInstance, parts: SubsonicParts): void {
  const { version, offersJsonp } = parts
  const keys = new AppKeys(parts.open.db, parts.sealing)
  const calls = new Map(Object.entries(allCalls(parts)))
  const guesses = new GuessLimits(app.rateLimits)
  const limits = new CallLimits(app.rateLimits)
  const largeForms = new LargeForms(app.rateLimits)
  app.decorateRequest('appParameters', undefined)

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const parameters = await readParameters(request)
    const format = readFormat(parameters, offersJsonp)
    const name = nameOf(request)
    if (offersJsonp) requireCallback(parameters)
    if (name === PUBLIC_CALL) {
      const extensions = extensionsAnswer((await parts.transcodes.readAvailable()).size > 0)
      return sendAnswer(request, reply, format, extensions, version)
    }
    const call = calls.get(name)
    const helpUrl = helpUrlOf(request)
    const address = clientAddress(request)
    const signingIn = authenticate(parameters, {
      keys,
      limits: guesses,
      address,
      ...(helpUrl && { helpUrl }),
    })
    const caller = await withDeadline(signingIn)
    request.appKey = caller.keyId
    seeListener(request)
    await parameters.decodeAll()
    largeForms.release(request)
    // Whether pictures need a secret.
    if (!app.guestAccess.isFresh) await withDeadline(app.guestAccess.refresh())
    if (!call) throw new SubsonicError(CODES.other, 'There is no such call.')
    if (call.kind !== 'file') limits.count(caller.keyId, reply)
    requireMethod(request.method, call, name)
    requireScope(call, caller.scope)
    const context = { operation: `app ${name}`, listener: caller.userId }
    return queryContext.run(context, async () => {
      const answering = Promise.resolve(call.answer({ parameters, caller, request, reply }))
      // Sound takes as long as the listener listens.
      const fields = await (call.kind === 'file' ? answering : withDeadline(answering, DEADLINE_SECONDS))
      return fields && sendAnswer(request, reply, format, fields, version)
    })
  }

  app.register(async scope => {
    scope.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    limitJson(scope)
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(CORS_HEADERS)
      app.rateLimits.count(request, undefined)
      largeForms.count(request, reply)
    })
    // Cookies are never read here.
    scope.addHook('onSend', async (_request, reply) => {
      reply.removeHeader('access-control-allow-credentials')
    })
    scope.setErrorHandler(async (error, request, reply) => {
      const refusal = toSubsonicError(error)
      const name = nameOf(request)
      // Never the address, which holds secrets.
      if (refusal.status === 500)
        log.error((error as Error).message, { requestId: request.id, call: calls.has(name) ? name : '-' })
      // Errors of hooks before ours come without them.
      reply.headers(CORS_HEADERS)
      return sendRefusal(request, reply, await readFormatOfRefusal(request, offersJsonp), refusal, version)
    })
    scope.route<{ Params: { call: string } }>({
      method: [...METHODS],
      url: `${APPS_PATH}/:call`,
      bodyLimit: byteLimits.appForm,
      config: {
        isAlwaysOpen: true,
        takesForm: true,
        isFile: true,
        perMinute: 0,
        maxUrlBytes: byteLimits.appUrl,
      },
      handler: answer,
    })
    scope.options(`${APPS_PATH}/:call`, { config: { isAlwaysOpen: true, perMinute: 0 } }, (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', METHODS.join(', '))
        .header('access-control-allow-headers', 'range, content-type')
        .header('access-control-max-age', String(PREFLIGHT_SECONDS))
        .send(),
    )
  })
}

/** `/rest/getAlbum.view` → `getAlbum`. */
function nameOf({ params }: FastifyRequest): string {
  return String((params as { call?: string }).call).replace(/\.view$/, '')
}

/** Reads the address, then the form: each once, since errors use what was read before them. @throws SubsonicError (0, 10) */
async function readParameters(request: FastifyRequest): Promise<Parameters> {
  const { url, body } = request
  request.appParameters = await Parameters.ofAddress(url)
  if (Buffer.isBuffer(body)) await request.appParameters.addForm(body)
  return request.appParameters
}

/** A refusal is sent in XML where the wish cannot be read. */
async function readFormatOfRefusal(
  { appParameters, url }: FastifyRequest,
  offersJsonp: boolean,
): Promise<AnswerFormat> {
  try {
    return readFormat(appParameters ?? (await Parameters.ofAddress(url)), offersJsonp)
  } catch {
    return { name: 'xml' }
  }
}

/** @throws SubsonicError (0) for HEAD, which may change nothing, and DELETE, where the call is not meant */
function requireMethod(method: string, { kind }: Call, name: string): void {
  const isUnmeant =
    (method === 'HEAD' && (kind === 'edit' || kind === 'listen')) ||
    (method === 'DELETE' && name !== DELETING_CALL)
  if (isUnmeant) throw new SubsonicError(CODES.other, 'Send this call by GET or POST.')
}

/** @throws SubsonicError (50) if the key is for listening only */
function requireScope({ kind }: Call, scope: 'listen' | 'edit'): void {
  if (kind === 'edit' && scope !== 'edit')
    throw new SubsonicError(
      CODES.notAllowed,
      'This app password is for listening only. Make another on My Account.',
    )
}
