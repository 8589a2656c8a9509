/** Edge of the square JPEG of a picture that link previews show: some chat apps read no other format. */
export const PREVIEW_SIZE = 640

/** The name of that JPEG: `k3f….webp` → `k3f…-640.jpg`. */
export function previewFile(profilePath: string): string {
  return `${profilePath.replace(/\.\w+$/, '')}-${PREVIEW_SIZE}.jpg`
}
