const MAX_SUBJECT_LENGTH = 120

/**
 * Shortens text to a maximum number of characters, on one line, with an ellipsis. Removes control characters, line breaks and
 * characters that change the direction of surrounding text.
 */
export function truncate(text: string, maxLength: number): string {
  const characters = Array.from(
    text
      .toWellFormed()
      .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  )
  return characters.length <= maxLength
    ? characters.join('')
    : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** Shortens the subject of an email. */
export function truncateSubject(subject: string): string {
  return truncate(subject, MAX_SUBJECT_LENGTH)
}
