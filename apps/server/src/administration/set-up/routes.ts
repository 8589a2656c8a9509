import {
  completeSetUp,
  countSetUpFiles,
  fetchSetUp,
  fetchSetUpFolders,
  WRONG_SET_UP_CODE,
} from '@refrain/contract/administration/set-up'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../account/sessions/client.ts'
import { validateSignup } from '../../account/sign-up/sign-up.ts'
import { bindRoute } from '../../http/bind.ts'
import { ForbiddenError, InvalidInputError, NotFoundError } from '../../http/errors/request-errors.ts'
import { abortAtDeadline, withDeadline } from '../../http/limits/deadline.ts'
import { setCookieHeader } from '../../http/requests/cookies.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import type { SetUpState } from '../../set-up/set-up-state.ts'
import { MusicFolders } from '../music-folders.ts'
import { fixedChoices } from './fixed-choices.ts'
import { isRightCode } from './set-up-code.ts'
import { type SetUpParts, setUpService } from './set-up-service.ts'

interface Parts extends SetUpParts {
  readonly setUp: SetUpState
}

/** Registers the set-up of a new service. Its operations answer 404 once it is closed. */
export function registerSetUp(app: FastifyInstance, parts: Parts): void {
  const { db, settings, setUp } = parts
  const folders = new MusicFolders(settings)
  let counting = new AbortController()

  async function requireOpen(): Promise<void> {
    if (!(await withDeadline(setUp.isOpen()))) throw new NotFoundError()
  }

  async function requireCode(code: string): Promise<void> {
    await requireOpen()
    if (await withDeadline(isRightCode(db, code))) return
    // Somebody else may have finished meanwhile, which withdraws the code.
    await requireOpen()
    throw new ForbiddenError(WRONG_SET_UP_CODE)
  }

  bindRoute(app, fetchSetUp, async (_input, request, reply) => {
    await requireOpen()
    const { serviceName, signUp, guests } = await readLiveSettings(db, settings.given)
    const fixed = fixedChoices(settings)
    const state = { fixed, serviceName, signUp, guests }
    return sendUncached(request, reply, serialise(fetchSetUp, state))
  })
  bindRoute(app, fetchSetUpFolders, async ({ code, path }, request, reply) => {
    await requireCode(code)
    const list = await withDeadline(folders.list(path))
    return sendUncached(request, reply, serialise(fetchSetUpFolders, list))
  })
  bindRoute(app, countSetUpFiles, async ({ code, path }, request, reply) => {
    await requireCode(code)
    // Another folder has been chosen: one count at a time.
    counting.abort()
    counting = new AbortController()
    const count = await withDeadline(folders.count(path, counting.signal))
    return sendUncached(request, reply, serialise(countSetUpFiles, count))
  })
  bindRoute(app, completeSetUp, async ({ code, name, email, password, ...choices }, request, reply) => {
    await requireCode(code)
    // There is no account yet whose address a reason could reveal.
    const signup = await validateSignup({ name, email, password }, why => new InvalidInputError(why))
    const music = choices.music === undefined ? undefined : await withDeadline(folders.resolve(choices.music))
    const chosen = { ...choices, music }
    const creating = abortAtDeadline(signal => setUpService(parts, signup, chosen, clientOf(request), signal))
    const token = await creating
    const cookie = setCookieHeader(request, 'token', token)
    return sendUncached(request, reply, serialise(completeSetUp, { token }), ['vary', 'cookie', ...cookie])
  })
}
