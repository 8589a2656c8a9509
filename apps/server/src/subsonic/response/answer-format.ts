import type { Parameters } from '../request/parameters.ts'
import { badParameter } from '../subsonic-error.ts'

/** How an answer is written. */
export type AnswerFormat =
  | { readonly name: 'xml' | 'json'; readonly callback?: undefined }
  | { readonly name: 'jsonp'; readonly callback: string }

const CALLBACK = /^[A-Za-z_$][\w$.]{0,63}$/

/**
 * XML unless another form is asked for.
 * @param offersJsonp without it, whoever asks for JSONP gets plain JSON
 */
export function readFormat(parameters: Parameters, offersJsonp: boolean): AnswerFormat {
  const callback = parameters.get('callback')
  switch (parameters.get('f')) {
    case 'json':
      return { name: 'json' }
    case 'jsonp':
      // Some apps forget the callback, and read plain JSON.
      return offersJsonp && callback !== undefined && CALLBACK.test(callback)
        ? { name: 'jsonp', callback }
        : { name: 'json' }
    default:
      return { name: 'xml' }
  }
}

/** @throws SubsonicError (10) if the name of the function is none */
export function requireCallback(parameters: Parameters): void {
  const callback = parameters.get('callback')
  if (parameters.get('f') === 'jsonp' && callback !== undefined && !CALLBACK.test(callback))
    throw badParameter('callback', 'is no name of a function')
}
