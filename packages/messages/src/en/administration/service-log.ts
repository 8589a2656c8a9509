import { defineTexts } from '../../texts.ts'

/** Warnings and errors of the service, for administrators. */
export const serviceLogTexts = defineTexts('serviceLog', {
  title: 'Warnings and errors',
  text: 'Of all processes: the last 2,000, for 30 days.',
  find: 'Find by text or request id',
  onlyErrors: 'Errors only',
  error: 'Error',
  warning: 'Warning',
  nothing: 'Nothing went wrong.',
  nothingFound: 'Nothing found.',
  request: 'request {id}',
  errorsOfDay: 'Errors in the last day',
  actions: 'What was done',
})
