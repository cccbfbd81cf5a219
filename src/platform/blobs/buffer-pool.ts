/** Half of this makes a simple upload a sixth slower, because each hand-over wakes a thread: decision 18. */
const bufferBytes = 1024 * 1024
const smallBufferBytes = 64 * 1024
const largeBuffersMax = 32
const wasmPageBytes = 64 * 1024

/** As much of it as is used here: TypeScript knows it from browsers only. */
declare const WebAssembly: {
  readonly Memory: new (pages: {
    readonly initial: number
    readonly maximum: number
    readonly shared: true
  }) => { readonly buffer: SharedArrayBuffer }
}

/** Lends the buffers that bytes pass through on their way, and takes them back. */
export interface BufferPool {
  readonly take: () => Buffer
  /** A large buffer that makes a transfer faster but that it can do without: borrowed while half of the large ones are free. */
  readonly takeSpare?: () => Buffer | undefined
  /** The caller promises that nothing reads from or writes to the buffer any more. */
  readonly give: (buffer: Buffer) => void
}

/**
 * Keeps at most 32 buffers of 1 MiB, borrowed ones included. A crowd beyond that gets buffers of 64 KiB, which are not
 * kept: many slow transfers at once become a little slower instead of taking all the memory. The large ones begin at a
 * page of memory, so that a disk can take them as they are (durable-file.ts), and are shared with other threads, so that
 * one can add them up while they are being written.
 */
export function bufferPool(): Required<BufferPool> {
  const free: Buffer[] = []
  let memory: SharedArrayBuffer | undefined
  let largeBuffers = 0

  function takeLarge(): Buffer | undefined {
    const buffer = free.pop()
    if (buffer || largeBuffers === largeBuffersMax) return buffer
    memory ??= pagesOfMemory(largeBuffersMax * bufferBytes)
    return Buffer.from(memory, bufferBytes * largeBuffers++, bufferBytes)
  }

  return {
    take: () => takeLarge() ?? Buffer.allocUnsafeSlow(smallBufferBytes),
    takeSpare: () => (largeBuffers - free.length < largeBuffersMax / 2 ? takeLarge() : undefined),
    give(buffer) {
      if (buffer.length === bufferBytes) free.push(buffer)
    },
  }
}

/**
 * Memory that begins at a page. The memory of WebAssembly does, and nothing else that JavaScript can ask for is sure to.
 * As with any other the system gives each page when it is first written to. Node sets aside 8 GB of addresses for it;
 * where a process may not have so many, any memory will do.
 */
function pagesOfMemory(sizeBytes: number): SharedArrayBuffer {
  const pages = sizeBytes / wasmPageBytes
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }).buffer
  } catch {
    return new SharedArrayBuffer(sizeBytes)
  }
}
