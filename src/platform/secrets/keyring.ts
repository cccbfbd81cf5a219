import { readSecretKeys, writeSecretKeys } from './key-file.ts'

/** The keys that seal stored secrets. `bureau secrets rotate` replaces them while the program runs. */
export interface Keyring {
  /** 32 bytes each, the active one first. */
  readonly keys: () => readonly Buffer[]
  readonly replace: (keys: readonly Buffer[]) => void
  /** The key file. Undefined: the operator sets the keys in BUREAU_SECRET_KEY. */
  readonly file: string | undefined
  /** Reads the key file again. Keeps the keys if the file can't be used. */
  readonly reload: () => void
  /** Replaces the keys in the file, durably, and then here. */
  readonly write: (keys: readonly Buffer[]) => Promise<void>
}

export function openKeyring(first: readonly Buffer[], file: string | undefined): Keyring {
  let keys = first
  return {
    keys: () => keys,
    replace: (others) => {
      keys = others
    },
    file,
    reload: () => {
      const read = file === undefined ? undefined : readSecretKeys(file)
      if (read) keys = read
    },
    write: async (others) => {
      if (file === undefined) throw new Error('BUREAU_SECRET_KEY can only be changed by the operator.')
      await writeSecretKeys(file, others)
      keys = others
    },
  }
}
