import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'

/**
 * Opens a media file for `find`, and closes it if that fails.
 * @returns what was found, with the file open until `close`, which may be called again
 */
export async function openInput<T>(
  path: string,
  find: (input: Input) => Promise<T>,
): Promise<{ readonly found: T; readonly close: () => void }> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    return { found: await find(input), close: () => input.dispose() }
  } catch (error) {
    input.dispose()
    throw error
  }
}
