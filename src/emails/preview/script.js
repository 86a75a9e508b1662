// The only script of a preview. The email itself runs none: its frames are sandboxed.
(() => {
  const frames = [...document.querySelectorAll('iframe')];

  /** Makes a frame as tall as the email in it. */
  function fitFrame(frame) {
    const page = frame.contentDocument?.documentElement;
    if (!page || frame.getClientRects().length === 0) return;
    frame.style.height = '0';
    frame.style.height = `${Math.max(page.scrollHeight, frame.contentDocument.body?.scrollHeight ?? 0) + 2}px`;
  }
  const fitAll = () => frames.forEach(fitFrame);

  for (const frame of frames) {
    const whenLoaded = () => {
      fitFrame(frame);
      // Images that arrive late make the email taller; `load` does not bubble.
      frame.contentDocument?.addEventListener('load', () => fitFrame(frame), true);
    };
    frame.addEventListener('load', whenLoaded);
    whenLoaded();
  }
  addEventListener('resize', fitAll);

  const views = [...document.querySelectorAll('input[name="view"]')];
  for (const view of views) {
    if (sessionStorage.getItem('view') === view.id) view.checked = true;
    view.addEventListener('change', () => {
      sessionStorage.setItem('view', view.id);
      fitAll();
    });
  }

  const button = document.querySelector('#images');
  button?.addEventListener('click', () => {
    for (const frame of frames) frame.srcdoc = frame.dataset.head + button.dataset.email;
    button.remove();
  });

  fitAll();
})();
