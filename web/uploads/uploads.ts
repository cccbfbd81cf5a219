/** A file that a person dropped or chose. */
export interface Picked {
  readonly file: File
  /** Names of the folders above it, from the one that was dropped. */
  readonly folders: readonly string[]
  /** With it, an upload goes on after a reload without choosing the file again. Only some browsers have it. */
  readonly handle?: FileSystemFileHandle | undefined
}

/** Where files go. `folderId` null is the root. */
export interface Place {
  readonly workspace: string
  readonly folderId: string | null
}

/** Asks about names that are taken, then uploads in the background. The tray shows the progress. */
export function upload(_place: Place, _picked: readonly Picked[]): void {
  throw new Error('not yet')
}

/** Files and whole folders. Call it in the drop event: the browser empties the transfer afterwards. */
export function pickedIn(_transfer: DataTransfer): Promise<readonly Picked[]> {
  throw new Error('not yet')
}

/** From `<input type="file">`, with `webkitdirectory` or without. */
export function pickedOf(_files: FileList): readonly Picked[] {
  throw new Error('not yet')
}
