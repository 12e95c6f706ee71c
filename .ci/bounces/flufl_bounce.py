"""What flufl.bounce, which Mailman uses, reads in the bounces of a folder."""
import glob
import json
import os
import sys
from email import message_from_binary_file

from flufl.bounce import all_failures

out = {}
for path in glob.glob(sys.argv[1] + "/*.eml"):
    with open(path, "rb") as f:
        temporary, permanent = all_failures(message_from_binary_file(f))
    name = os.path.basename(path).removesuffix(".eml")
    out[name] = [{"to": a.decode(), "action": "delayed"} for a in sorted(temporary)]
    out[name] += [{"to": a.decode(), "action": "failed"} for a in sorted(permanent)]
json.dump(out, sys.stdout)
