import { type SetUpChoice, setUpVariables } from '@refrain/contract/administration/set-up'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import type { Settings } from '../../settings.ts'

/** What the environment gives, so that the set-up cannot choose it. */
export function fixedChoices({ music, sample, given }: Settings): SetUpChoice[] {
  return [
    ...(music.length > 0 ? (['music'] as const) : []),
    ...(sample === undefined ? [] : (['sample'] as const)),
    ...(['serviceName', 'signUp', 'guests'] as const).filter(name => given[name] !== undefined),
  ]
}

/** @throws InvalidInputError if the environment gives what was chosen */
export function rejectFixed(
  settings: Settings,
  chosen: Readonly<Partial<Record<SetUpChoice, unknown>>>,
): void {
  const fixed = fixedChoices(settings).find(choice => chosen[choice] !== undefined)
  if (fixed)
    throw new InvalidInputError(`This is set by ${setUpVariables[fixed]}, where the service is started.`)
}
