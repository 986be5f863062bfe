"""Joins two network namespaces by a link that takes its time: delay.py NAMESPACE NAMESPACE SECONDS"""

import collections
import ctypes
import fcntl
import os
import select
import struct
import sys
import time

NEW_NETWORK, SET_DEVICE, TUN, NO_HEADER = 0x40000000, 0x400454CA, 0x0001, 0x1000


def device(namespace):
    """The end of the link in a namespace; it is there as long as this program."""
    with open("/run/netns/" + namespace) as place:
        if ctypes.CDLL(None, use_errno=True).setns(place.fileno(), NEW_NETWORK):
            raise OSError(ctypes.get_errno(), "setns")
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, SET_DEVICE, struct.pack("16sH22x", b"wire", TUN | NO_HEADER))
    return end


def put(end, packet):
    """What a link that is down or full does not take is lost."""
    try:
        os.write(end, packet)
    except OSError:
        pass


ends = [device(namespace) for namespace in sys.argv[1:3]]
other, delay = {ends[0]: ends[1], ends[1]: ends[0]}, float(sys.argv[3])
under_way = collections.deque()
print("joined", flush=True)
while True:
    wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
    for end in select.select(ends, [], [], wait)[0]:
        try:
            packet = os.read(end, 65536)
        except OSError:
            time.sleep(0.01)
            continue
        under_way.append((time.monotonic() + delay, other[end], packet))
    while under_way and under_way[0][0] <= time.monotonic():
        put(*under_way.popleft()[1:])
