// Gives each embedded calculator the height of its content; those that were there before this script are asked.
addEventListener("message", ({ data, source }) => {
  if (!(data?.formulary > 0)) return;
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow === source) frame.height = Math.min(data.formulary, 20000);
});
for (const frame of document.querySelectorAll("iframe")) frame.contentWindow?.postMessage("formulary", "*");
